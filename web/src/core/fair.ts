/** A share of the shuffle, and the check of what the server promised. */

import { sha256 } from './sha';

/** What this device finds in a record: null where there is nothing to compare. */
export type Findings = {
  /** the record is as it was written */
  hash: boolean;
  /** the secret is the one that was promised */
  commitment: boolean | null;
  /** the seed of the deal follows from the secret and all shares */
  seed: boolean | null;
  /** the promise is the one that this device saw before the deal */
  noted: boolean | null;
};

/** Make a share of randomness for one seat. */
export function makeShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Recompute here, without the server, what docs/fairness says of a record. */
export function recompute(record: string, noted = ''): Findings {
  const text = record.replaceAll('\r\n', '\n');
  const end = text.lastIndexOf('\nhash ') + 1;
  const head = text.slice(0, end).split('\nmoves\n')[0]!.split('\n').map(inTwo);
  const find = (word: string) => head.find(([first]) => first === word)?.[1] ?? '';
  const shares = head.filter(([first]) => first === 'share').map(([, rest]) => rest);
  const bySeat = shares.toSorted((a, b) => parseInt(a) - parseInt(b));
  const [promise, secret] = [find('commitment'), find('secret')];
  const bound = promise !== '' && secret !== '';
  const lines = (...all: string[]) => sha256(all.map((line) => `${line}\n`).join(''));
  return {
    hash: sha256(text.slice(0, end)) === text.slice(end + 5).trim(),
    commitment: bound ? lines('pioche commitment 1', secret) === promise : null,
    seed: bound
      ? lines('pioche seed 1', secret, ...bySeat) === find('seed').replaceAll('"', '')
      : null,
    noted: bound && noted ? noted === promise : null,
  };
}

function inTwo(line: string): [string, string] {
  const gap = line.indexOf(' ');
  return gap < 0 ? [line, ''] : [line.slice(0, gap), line.slice(gap + 1)];
}
