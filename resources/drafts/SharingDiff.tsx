import { Sharing } from '#contract/sharing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { DiffProps } from '../fields/view.ts';
import { SideBySide } from './TextDiff.tsx';

export const SharingDiff = ({ before, after }: DiffProps<'sharing'>) => (
  <SideBySide before={<SharingSummary value={before} />} after={<SharingSummary value={after} />} />
);

const SharingSummary = ({ value }: { value: unknown }) => {
  const t = useT();
  const { users, roles } = Sharing.parse(value);
  if (users.length + roles.length === 0) return t('drafts.forAll');
  return t('drafts.sharedWith', { users: users.length, roles: roles.length });
};
