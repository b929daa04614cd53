/** How French is set: signs stay on the line of their word, and apostrophes are curved. */
export function setFrench(text: string): string {
  return text
    .replace(/(?<=\p{L})'(?=[\p{L}\d«"])/gu, '’')
    .replace(/ (?=[:;!?»](?![\w*]))/g, '\u00a0')
    .replace(/« /g, '«\u00a0');
}
