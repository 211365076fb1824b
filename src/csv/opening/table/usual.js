/** The delimiters that are tried first, the most common one first. */
export const USUAL = [',', ';', '\t', '|'];
