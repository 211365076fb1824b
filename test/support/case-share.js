/** The share of all cases that tests try which draw or step through them: a quarter, or `TEST_CASES`. */
export const CASE_SHARE = Number(process.env.TEST_CASES ?? 0.25);
