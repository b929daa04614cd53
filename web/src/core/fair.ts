/** A share of the shuffle, and the check of what the server promised. */

/** Make a share of randomness for one seat. */
export function makeShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}
