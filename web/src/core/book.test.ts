import { expect, test } from 'vitest';
import { clausesOf, readBook, readInline } from './book';

const page = `# Quay

Some *prose* over
two lines.

## Laying

**QB1** You may lay a card that
matches (see QB2). {option: stacking}

- **QB2** A card of the colour that was led comes first.
- a plain item

| card | points |
|---|---|
| crate | 1 |
`;

test('a page is read into blocks', () => {
  expect(readBook(page).map((block) => block.kind)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'clause',
    'clause',
    'item',
    'table',
  ]);
});

test('a clause has its id, its option and its whole sentence', () => {
  const clause = readBook(page).find((block) => block.kind === 'clause');
  expect(clause).toMatchObject({ id: 'QB1', option: 'stacking' });
  expect(clausesOf(readBook(page)).get('QB1')).toEqual({
    text: 'You may lay a card that matches (see QB2).',
    section: 'Laying',
  });
});

test('ids of clauses in a text become links, other capitals do not', () => {
  const inlines = readInline('see QB2 and UNO1', new Set(['QB2']));
  expect(inlines).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'link', text: 'QB2', to: '#QB2' },
    { kind: 'text', text: ' and UNO1' },
  ]);
});

test('marks of emphasis, code and links are read', () => {
  expect(readInline('**a** *b* `c` [d](e)').filter((i) => i.text.trim())).toEqual([
    { kind: 'strong', text: 'a' },
    { kind: 'em', text: 'b' },
    { kind: 'code', text: 'c' },
    { kind: 'link', text: 'd', to: 'e' },
  ]);
});
