/** Where the next bit of the input is: an address times eight, plus a bit (RFC 1951, section 3.1.1). */
export let bitPosition: u32 = 0;

/** Where the next inflated byte goes. */
export let outputPosition: usize = 0;

export function goTo(bit: u32, output: usize): void {
  bitPosition = bit;
  outputPosition = output;
}
