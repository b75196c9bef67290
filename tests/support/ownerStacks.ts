import * as React from 'react';

/**
 * React's development build captures a stack trace for each element that it creates, up to ten thousand a second, for
 * debuggers. That took a twentieth of the time of the screen tests, and no warning that they could read contains one.
 * With the count always at its limit none is captured.
 */
const internals = Object.values(React).find(value => Object.hasOwn(Object(value), 'recentlyCreatedOwnerStacks'));
if (!internals) throw new Error('React no longer counts the owner stacks that it captures');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set() {},
});
