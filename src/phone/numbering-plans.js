import { compileNumberingPlan } from './numbering-plan.js';

/** @import { Metadata } from './country-matchers.js' */
/** @import { NumberingPlan } from './numbering-plan.js' */

/** The numbering plans of all calling codes, each compiled on first use. Together they take a few hundred kilobytes. */
export class NumberingPlans {
  /** @param {Metadata} metadata */
  constructor(metadata) {
    this.metadata = metadata;
    /** Also of what is no calling code, such as the first digit of `+49`. @type {Map<number, NumberingPlan | null | undefined>} */
    this.plans = new Map();
    /** @type {Map<string, NumberingPlan | null>} */
    this.homePlans = new Map();
  }

  /**
   * @param {number} callingCode
   * @returns {NumberingPlan | null | undefined} null if its patterns cannot be compiled, undefined if there is no such
   *   calling code.
   */
  forCallingCode(callingCode) {
    const known = this.plans.get(callingCode);
    if (known !== undefined || this.plans.has(callingCode)) return known;
    const exists = this.metadata.hasCallingCode(String(callingCode));
    const plan = exists ? this.compile(String(callingCode), null) : undefined;
    this.plans.set(callingCode, plan);
    return plan;
  }

  /**
   * The plan of a country's calling code, with the country's own rules as `home`.
   *
   * @param {string} country
   * @returns {NumberingPlan | null} null if its patterns cannot be compiled.
   */
  forCountry(country) {
    const known = this.homePlans.get(country);
    if (known !== undefined) return known;
    const callingCode = this.metadata.selectNumberingPlan(country).numberingPlan.callingCode();
    const [main] = this.metadata.getCountryCodesForCallingCode(callingCode) ?? [];
    const plan =
      main === country ? (this.forCallingCode(Number(callingCode)) ?? null) : this.compile(callingCode, country);
    this.homePlans.set(country, plan);
    return plan;
  }

  /**
   * @param {string} callingCode
   * @param {string | null} home
   */
  compile(callingCode, home) {
    try {
      return compileNumberingPlan(this.metadata, callingCode, home);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return null;
      throw error;
    }
  }
}
