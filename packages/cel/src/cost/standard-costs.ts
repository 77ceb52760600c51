/**
 * What calls of the standard functions are estimated to cost, where that is more than the usual 1: as cel-go's checker/cost.go has it.
 * The arguments' own costs come on top. What depends on more than sizes (`&&`, `?:`, `+` on lists) is part of `estimateCost`.
 */
import type { CallEstimate, Overload } from "../check/function-declaration.ts";
import type { SizeEstimate } from "./estimate.ts";
import {
  addEstimates,
  fixedEstimate,
  multiplyEstimates,
  scaleEstimate,
  unknownEstimate,
} from "./estimate-arithmetic.ts";

/** The cost of going through one character or byte. */
const perCharacter = 0.1;
/** The cost of a character of a pattern: four of them are taken for one part of it. */
const perPatternCharacter = 0.25;

type EstimatedCost = NonNullable<Overload["estimatedCost"]>;

/** `startsWith`, `endsWith`: as long as the text that is looked for. */
export const affixCost: EstimatedCost = ([, affix]) => ({ cost: scaleEstimate(known(affix), perCharacter) });

/** `contains`: the product of both lengths. */
export const containsCost: EstimatedCost = ([text, part]) => ({
  cost: multiplyEstimates(scaleEstimate(known(text), perCharacter), scaleEstimate(known(part), perCharacter)),
});

/** `matches` as a member: the product of both lengths. An empty text counts as one character, since the pattern costs all the same. */
export const matchesCost: EstimatedCost = ([text, pattern]) => ({
  cost: multiplyEstimates(
    scaleEstimate(addEstimates(known(text), fixedEstimate(1)), perCharacter),
    scaleEstimate(known(pattern), perPatternCharacter),
  ),
});

/** `in` a list: every item is looked at. */
export const inListCost: EstimatedCost = ([, list]) => ({ cost: known(list) });

/** `bytes(string)`: a character has up to four bytes. */
export const stringToBytesCost: EstimatedCost = ([text]) => {
  const { min, max } = known(text);
  return {
    cost: scaleEstimate({ min, max }, perCharacter),
    resultSize: { min, max: Math.min(max * 4, unknownEstimate.max) },
  };
};

/** `string(bytes)`: as many as four bytes may make one character. */
export const bytesToStringCost: EstimatedCost = ([bytes]) => {
  const { min, max } = known(bytes);
  return { cost: scaleEstimate({ min, max }, perCharacter), resultSize: { min: Math.floor(min / 4), max } };
};

/** `+` on strings and bytes: all of the result is written. */
export const concatenationCost: EstimatedCost = ([left, right]) => {
  const resultSize = addEstimates(known(left), known(right));
  return { cost: scaleEstimate(resultSize, perCharacter), resultSize };
};

/** `+` on lists costs the usual 1; the size is what matters. */
export const listConcatenationCost: EstimatedCost = ([left, right]) => ({
  cost: fixedEstimate(1),
  resultSize: addEstimates(known(left), known(right)),
});

/** `==`, `!=` and the order of strings and bytes: at worst the smaller of both is gone through. */
export const comparisonCost: EstimatedCost = ([left, right]): CallEstimate => {
  const max = Math.min(known(left).max, known(right).max);
  return { cost: scaleEstimate({ min: max > 0 ? 1 : 0, max }, perCharacter) };
};

function known(size: SizeEstimate | undefined): SizeEstimate {
  return size ?? unknownEstimate;
}
