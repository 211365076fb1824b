/**
 * Remembers how to end what was started, and ends all of it in reverse.
 *
 * @returns {{ add: (close: () => Promise<void>) => void, close: () => Promise<void> }}
 */
export function createClosers() {
  /** @type {(() => Promise<void>)[]} */
  const closers = [];
  return {
    add: close => {
      closers.push(close);
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
