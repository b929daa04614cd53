/** The reactions of the wire, drawn. */

export const FACES = [
  ['smile', '🙂'],
  ['laugh', '😄'],
  ['wow', '😮'],
  ['sad', '😢'],
  ['angry', '😠'],
  ['clap', '👏'],
  ['think', '🤔'],
  ['heart', '❤️'],
  ['hurry', '⏳'],
  ['sorry', '🙏'],
] as const;
