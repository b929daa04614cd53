/** What the home page says of each game before any of it is loaded. */

export type About = { minutes: [number, number]; seats: number; ground: string; ink: string };

export const ABOUT: Record<string, About> = {
  uno: { minutes: [10, 20], seats: 4, ground: '#efe0cf', ink: '#5b2230' },
  anthem: { minutes: [20, 30], seats: 4, ground: '#e4e2ee', ink: '#32305c' },
  duckomenta: { minutes: [20, 30], seats: 4, ground: '#dfe8e0', ink: '#22473a' },
  dectana: { minutes: [30, 60], seats: 3, ground: '#e9e3d0', ink: '#4f4117' },
  kardashev: { minutes: [20, 60], seats: 2, ground: '#182038', ink: '#e8ecff' },
};

const PLAIN: About = { minutes: [10, 60], seats: 2, ground: '#e6e0d4', ink: '#333333' };

/** Return what there is to say of a game, also of one that came later. */
export function about(game: string): About {
  return ABOUT[game] ?? PLAIN;
}
