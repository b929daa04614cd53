/** What a card of the Decktet shows: its value and its suits. */

export type Suit = 'suns' | 'leaves' | 'waves' | 'moons' | 'wyrms' | 'knots';
export type DeckCard = { value: string; suits: Suit[] };

const S: Record<string, Suit> = {
  S: 'suns',
  L: 'leaves',
  W: 'waves',
  M: 'moons',
  Y: 'wyrms',
  K: 'knots',
};

const ROWS =
  'the-pact 9 MS,the-darkness 9 WY,the-merchant 9 LK,the-diplomat 8 MS,the-mill 8 WL,' +
  'the-betrayal 8 YK,the-chance-meeting 7 ML,the-castle 7 SK,the-cave 7 WY,the-lunatic 6 MW,' +
  'the-penitent 6 SY,the-market 6 LK,the-forest 5 ML,the-discovery 5 SW,the-soldier 5 YK,' +
  'the-mountain 4 MS,the-sailor 4 WL,the-battle 4 YK,the-journey 3 MW,the-painter 3 SK,' +
  'the-savage 3 LY,the-author 2 MK,the-desert 2 SY,the-origin 2 WL,the-watchman P MYK,' +
  'the-borderland P WLY,the-harvest P MSL,the-light-keeper P SWK,the-consul P MWK,' +
  'the-rite P MLY,the-window P SLK,the-island P SWY,the-excuse - ';

const CARDS = new Map(
  ROWS.split(',').map((row) => {
    const [id = '', value = '', suits = ''] = row.split(' ');
    return [id, { value, suits: [...suits].map((letter) => S[letter] ?? 'suns') }];
  }),
);

/** Read a card's id (`the-mill`, `ace-suns`, `crown-knots`). */
export function readCard(id: string): DeckCard {
  const [rank = '', suit = ''] = id.split('-');
  if (rank === 'ace') return { value: 'A', suits: [suit as Suit] };
  if (rank === 'crown') return { value: '♛', suits: [suit as Suit] };
  return CARDS.get(id) ?? { value: '', suits: [] };
}

export const SUIT_FILLS: Record<Suit, string> = {
  suns: '#b87a10',
  leaves: '#3b7a34',
  waves: '#23628f',
  moons: '#5d6470',
  wyrms: '#a23a26',
  knots: '#7a4b8c',
};
