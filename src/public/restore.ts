/** The behaviour of the page that has an instruction sent to whoever forgot their password (§2). */

import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { afterLoading } from '../afterLoading.ts';
import { config } from '../config.ts';
import { reporter } from '../reporter.ts';
import { createForm, emailCheck, need } from './form.ts';
import { openPage } from './page.ts';
import { filled, pageTexts } from './texts.ts';

const start = async (): Promise<void> => {
  const texts = await pageTexts();
  const { restore } = createSessionCalls(config.apiBase, reporter.report);
  const [about, done] = [need('about', HTMLElement), need('done', HTMLElement)];
  await openPage({
    form: createForm({
      texts: texts.session,
      button: [texts.session.restoreSend, texts.session.restoreSending],
      checks: { email: emailCheck(texts.session) },
    }),
    texts,
    told: 'session.alreadySignedInRestore',
    submit: async ({ email }) => {
      done.textContent = '';
      await restore(email);
      about.hidden = true;
      done.textContent = filled(texts.session.restoreSent, { email });
    },
  });
};

afterLoading(start);
