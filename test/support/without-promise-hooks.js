import asyncHooks from 'node:async_hooks';

// Imported before a test file. Node's test runner follows each promise to the test that it was made in, which makes an `await` ten
// times as slow, to say which test an error belongs to that nobody caught. Without that, such an error still fails the file.
const { createHook } = asyncHooks;
asyncHooks.createHook = callbacks => createHook({ ...callbacks, trackPromises: false });
