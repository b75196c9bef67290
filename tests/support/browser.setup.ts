import { beforeEach, onTestFailed } from 'vitest';
import { recentEvents } from './browser.ts';

beforeEach(() => {
  recentEvents.length = 0;
  onTestFailed(() => console.log(recentEvents.join('\n')));
});
