/** The behaviour of the page that the link of the instruction leads to (§2, §4): a new password, then as after sign-in. */

import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { afterLoading } from '../afterLoading.ts';
import { session } from '../session.ts';
import { createForm } from './form.ts';
import { openPage } from './page.ts';
import { filled, pageTexts, type Texts } from './texts.ts';

const start = async (): Promise<void> => {
  const texts = await pageTexts();
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const form = createForm({
    texts: texts.session,
    button: [texts.session.resetSend, texts.session.resetSending],
    checks: {
      password: ({ value }) => faultOf(value, texts.session),
      password_confirmation: ({ value }, valueOf) => {
        if (!value) return texts.session.confirmationEmpty;
        return value === valueOf('password') ? '' : texts.session.passwordsDiffer;
      },
    },
  });
  await openPage({
    form,
    texts,
    told: 'session.alreadySignedInRestore',
    submit: async (typed, page) => {
      await session().resetPassword({ token, ...typed });
      await page.arrive();
    },
  });
  if (!token) form.showFailure(texts.session.linkBroken);
};

const faultOf = (password: string, texts: Texts['session']): string => {
  if (!password) return texts.passwordEmpty;
  return password.length < MIN_PASSWORD_LENGTH ? filled(texts.passwordShort, { min: MIN_PASSWORD_LENGTH }) : '';
};

afterLoading(start);
