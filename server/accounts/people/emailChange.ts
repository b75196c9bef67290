import type { Changes } from '../../records/recordChanges.ts';
import { translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';

/**
 * Notifies the previous e-mail addresses of changed accounts, after the commit, so that a takeover does not go
 * unnoticed.
 */
export const mailOldAddress = (
  changes: Pick<Changes, 'at' | 'afterwards'>,
  caller: Pick<Caller, 'name'>,
  old: readonly string[],
  email: string,
): void => {
  const when = moment.format(changes.at);
  const text = translate('mail.emailChanged.text', { when, who: caller.name, email });
  changes.afterwards(deps => {
    for (const to of old)
      deps.backgroundTasks.run('mail to an old address', () =>
        deps.mailer.send({ to, subject: translate('mail.emailChanged.subject'), text }),
      );
  });
};

/** Includes the time zone, because the server's may differ from the reader's. */
const moment = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
