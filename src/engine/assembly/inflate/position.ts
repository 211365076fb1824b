/** The next bit of the input: its address times eight, plus the bit (RFC 1951, section 3.1.1). */
export let bitPosition: u32 = 0;

/** The address of the next inflated byte. */
export let outputPosition: usize = 0;

export function goTo(bit: u32, output: usize): void {
  bitPosition = bit;
  outputPosition = output;
}
