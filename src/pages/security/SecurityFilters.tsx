import { securityKinds } from '#contract/security.ts';
import { useSecurityPeople } from '#providers/cache/security.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DayField } from '#resources/list/DayField.tsx';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './Security.module.css';
import type { useSecurityFilters } from './useSecurityFilters.ts';

interface SecurityFiltersProps extends ReturnType<typeof useSecurityFilters> {
  /**
   * The name of the selected user, taken from the displayed events, because a user who has never caused an event is not
   * among the options.
   */
  nameOf: (id: number) => string | undefined;
}

export const SecurityFilters = ({ address, isNarrowed, set, reset, nameOf }: SecurityFiltersProps) => {
  const t = useT();
  const people = useSecurityPeople();
  const { person, kind, since, until } = address;
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (
    <form className={styles['filters']} onSubmit={event => event.preventDefault()}>
      <Combobox
        label={t('security.person')}
        options={people.map(({ id }) => id)}
        selectedValues={person === undefined ? [] : [person]}
        getOptionLabel={id => names.get(id) ?? nameOf(id) ?? `№ ${id}`}
        getOptionKey={id => id}
        onChoose={([id]) => set({ person: id })}
      />
      <Select
        label={t('security.kind')}
        value={kind ?? ''}
        choices={[
          ['', t('security.anyKind')],
          ...securityKinds.map(securityKind => [securityKind, t(`security.kinds.${securityKind}`)] as const),
        ]}
        onChange={({ target }) => set({ kind: securityKinds.find(securityKind => securityKind === target.value) })}
      />
      <DayField
        label={t('security.since')}
        value={since}
        max={until}
        onDayChange={day => set({ since: day }, replaceHistory)}
      />
      <DayField
        label={t('security.until')}
        value={until}
        min={since}
        onDayChange={day => set({ until: day }, replaceHistory)}
      />
      {isNarrowed && <Button onClick={reset}>{t('security.reset')}</Button>}
    </form>
  );
};

/** Replaces the history entry, because going back should not step through dates that were only partly typed. */
const replaceHistory = { replace: true };
