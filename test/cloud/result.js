/** With what a line begins that the function's process prints after each event, behind what the function logged. */
export const RESULT = 'result ';
