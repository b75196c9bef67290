import type { Translation } from '../messages.ts';
import type * as ru from '../ru/actAs.ts';

export const actAs: Translation<typeof ru.actAs> = {
  banner: 'You are working as %{name}',
  until: 'until %{when} at the latest',
  ended: 'Acting as another user has ended: it lasts an hour at most. You are back in your own account',
  back: 'Back to your own account',
  failed: 'Failed to authorize as another user!',
  switching: 'Changing the account…',
};
