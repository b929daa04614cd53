/** What the cards of Kardashev say, as the server tells it. */

import { api, type CardFact } from '../../core/api';
import { DOMAINS, type Domain } from './table';

export type Text = Record<string, string> | null;
export type KardashevCard = {
  id: string;
  name: Record<string, string>;
  domain: Domain | null;
  stage: number;
  rows: Text[];
  riposte: Text;
  recycle: Text;
  power: Text;
};

const known = $state<{ cards: Record<string, KardashevCard> }>({ cards: {} });

function read(fact: CardFact): KardashevCard {
  const text = (name: string) => (fact[name] ?? null) as Text;
  return {
    id: fact.id,
    name: fact.name,
    domain: DOMAINS.find((domain) => domain === fact['domain']) ?? null,
    stage: typeof fact['stage'] === 'number' ? fact['stage'] : 0,
    rows: (fact['rows'] as Text[] | undefined) ?? [],
    riposte: text('riposte'),
    recycle: text('recycle'),
    power: text('power'),
  };
}

void api
  .facts('kardashev')
  .then((facts) => (known.cards = Object.fromEntries(facts.cards.map((c) => [c.id, read(c)]))))
  .catch(() => undefined);

/** Find what a card says. */
export function cardOf(id: string): KardashevCard {
  const domain = DOMAINS.find((name) => id.startsWith(name)) ?? null;
  const plain = {
    id,
    name: {},
    domain,
    stage: 0,
    rows: [],
    riposte: null,
    recycle: null,
    power: null,
  };
  return known.cards[id] ?? plain;
}
