import type { Translation } from '../messages.ts';
import type * as ru from '../ru/visit.ts';

export const visit: Translation<typeof ru.visit> = {
  acting: 'You are working as %{name}',
  actingUntil: 'until %{when} at the latest',
  actingEnded: 'Acting as another user has ended: it lasts an hour at most. You are back in your own account',
  actingBack: 'Back to your own account',
  actingFailed: 'Failed to authorize as another user!',
  switching: 'Changing the account…',
  endedTitle: 'Your session has ended',
  endedText: 'Sign in again: what you have not saved waits on the page.',
  partFailed: 'This part of the application could not be loaded',
  partRetry: 'Not loaded. Try again',
  partFailedText:
    'The connection is gone, or there is a new version. What you typed on this page is still here: save it and reload.',
};
