/** The behaviour of the sign-in page (§2, §4): plain DOM, so that it loads neither React nor the application. */

import { afterLoading } from '../afterLoading.ts';
import { config } from '../config.ts';
import { session } from '../session.ts';
import { offerDemoAccounts } from './demo.ts';
import { createForm, emailCheck, need } from './form.ts';
import { openPage } from './page.ts';
import { preloadApplication } from './preload.ts';
import { pageTexts } from './texts.ts';

const start = async (): Promise<void> => {
  const texts = await pageTexts();
  const form = createForm({
    texts: texts.session,
    button: [texts.session.enter, texts.session.entering],
    checks: {
      email: emailCheck(texts.session),
      password: ({ value }) => (value ? '' : texts.session.passwordEmpty),
    },
  });
  void offerDemoAccounts(config.apiBase, need('demo', HTMLElement), texts.session, (email, password) => {
    form.put({ email, password });
    preloadApplication();
  });
  await openPage({
    form,
    texts,
    told: 'session.alreadySignedIn',
    submit: async (typed, page) => {
      await session().signIn({ ...typed, remember: new FormData(form.element).has('remember') });
      await page.arrive();
    },
  });
};

afterLoading(start);
