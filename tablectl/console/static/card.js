// A playing card: rank and suit as a shape, or a patterned back where nobody may know the face.

import { html } from "./vendor/preact-htm.js";
import { word } from "./words.js";

const SUITS = {
  S: "M12 1C14 6 22 10 22 15.500A4.800 4.800 0 0 1 13.700 18.900C13.900 20.800 14.700 22 16 23H8C9.300 22 10.100 20.800 10.300 18.900A4.800 4.800 0 0 1 2 15.500C2 10 10 6 12 1Z",
  H: "M12 22.500C10 18.500 1.500 14 1.500 7.700A5.400 5.400 0 0 1 12 5.500A5.400 5.400 0 0 1 22.500 7.700C22.500 14 14 18.500 12 22.500Z",
  D: "M12 .5C14.500 5 17.500 9 21 12C17.500 15 14.500 19 12 23.500C9.500 19 6.500 15 3 12C6.500 9 9.500 5 12 .5Z",
  C: "M12 1.200A5 5 0 0 1 16 9.300A5 5 0 1 1 13.500 17.600C13.700 20.300 14.500 21.900 16 23H8C9.500 21.900 10.300 20.300 10.500 17.600A5 5 0 1 1 8 9.300A5 5 0 0 1 12 1.200Z",
};
const RANKS = { T: "10" };
const RED = new Set(["H", "D"]);
export const HIDDEN = "??";
const JOKER = "JK";

/** What a rank or suit is called: for people who hear the page. */
const rankWord = (rank) => word(`rank_${rank}`);
const suitWord = (suit) => word(`suit_${suit}`);

export const rankSign = (rank) => RANKS[rank] ?? rank;

export function cardName(code) {
  if (code === HIDDEN) return word("card_hidden");
  if (code === JOKER) return word("card_joker");
  return word("card_name", { rank: rankWord(code[0]), suit: suitWord(code[1]) });
}

export function Suit({ suit, label }) {
  return html`<svg class=${`suit ${RED.has(suit) ? "red" : ""}`} viewBox="0 0 24 24" role=${label ? "img" : null}
    aria-label=${label ? suitWord(suit) : null} aria-hidden=${label ? null : "true"}><path d=${SUITS[suit]} /></svg>`;
}

export function Card({ code }) {
  if (code === HIDDEN) {
    return html`<span class="card back" role="img" aria-label=${cardName(code)} data-card=${code}></span>`;
  }
  if (code === JOKER) {
    return html`<span class="card joker" role="img" aria-label=${cardName(code)} data-card=${code}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1l3.200 7.300 7.800.7-5.900 5.200 1.800 7.800L12 17.900 5.100 22l1.800-7.800L1 9l7.800-.7z" /></svg></span>`;
  }
  const [rank, suit] = code;
  return html`<span class=${`card${RED.has(suit) ? " red" : ""}`} role="img" aria-label=${cardName(code)} data-card=${code}>
    <span class="index" aria-hidden="true"><b>${rankSign(rank)}</b><${Suit} suit=${suit} /></span>
    <span class="pip" aria-hidden="true"><${Suit} suit=${suit} /></span>
  </span>`;
}
