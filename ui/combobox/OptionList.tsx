import Popper from '@mui/material/Popper';
import type { AutocompleteGroupedOption, UseAutocompleteReturnValue } from '@mui/material/useAutocomplete';
import { type ReactNode, useId } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '../Button.tsx';
import styles from './OptionList.module.css';

interface OptionListProps<Value> {
  combobox: Pick<
    UseAutocompleteReturnValue<Value, boolean>,
    'popupOpen' | 'anchorEl' | 'getListboxProps' | 'getOptionProps'
  > & { groupedOptions: Value[] | AutocompleteGroupedOption<Value>[] };
  renderOption: (option: Value) => ReactNode;
  renderGroup?: ((group: string) => ReactNode) | undefined;
  loading: boolean;
  /** Offers a retry in place of the options when they failed to load. */
  onRetry?: (() => void) | undefined;
  isInFlow?: boolean | undefined;
  /**
   * Shown above the options. The caller also has to announce it, because screen readers read only the options of a
   * dropdown.
   */
  note?: ReactNode;
  className?: string | undefined;
}

interface OptionListStatusProps extends Pick<OptionListProps<unknown>, 'loading' | 'onRetry'> {
  combobox: { popupOpen: boolean; groupedOptions: readonly unknown[] };
  note?: string | undefined;
}

/**
 * What a dropdown without options shows, for screen readers, which read only its options. It stands beside the input
 * from the start, because they do not read a region that appears together with its text.
 */
export const OptionListStatus = ({ combobox, loading, onRetry, note }: OptionListStatusProps) => {
  const t = useT();
  const { popupOpen, groupedOptions } = combobox;
  const isEmpty = groupedOptions.length === 0 && (loading || !onRetry);
  return (
    <span role="status" className="visually-hidden">
      {popupOpen && (isEmpty ? t(getEmptyKey(loading)) : note)}
    </span>
  );
};

const getEmptyKey = (loading: boolean) => (loading ? 'shell.loading' : 'shell.nothingFound');

export const OptionList = <Value,>({
  combobox,
  renderOption,
  renderGroup,
  loading,
  onRetry,
  isInFlow = false,
  note,
  className = '',
}: OptionListProps<Value>) => {
  const t = useT();
  const { popupOpen, anchorEl, groupedOptions, getListboxProps, getOptionProps } = combobox;
  if (!popupOpen || !anchorEl) return null;
  const renderItem = (option: Value, index: number) => {
    const { key, ...props } = getOptionProps({ option, index });
    return (
      <li key={key} {...props}>
        {renderOption(option)}
      </li>
    );
  };
  const list =
    onRetry && !loading ? (
      <OptionLoadError onRetry={onRetry} />
    ) : groupedOptions.length === 0 ? (
      // Prevented, because a mouse press would blur the input and close the dropdown.
      <p aria-hidden="true" onMouseDown={event => event.preventDefault()}>
        {t(getEmptyKey(loading))}
      </p>
    ) : (
      <ul {...getListboxProps()}>
        {renderGroup
          ? (groupedOptions as AutocompleteGroupedOption<Value>[]).map(({ key, group, index, options }) => (
              <OptionGroup key={key} title={renderGroup(group)}>
                {options.map((option, optionIndex) => renderItem(option, index + optionIndex))}
              </OptionGroup>
            ))
          : (groupedOptions as Value[]).map(renderItem)}
      </ul>
    );
  if (isInFlow) return <div className={styles['list']}>{list}</div>;
  return (
    <Popper
      open
      anchorEl={anchorEl}
      placement="bottom-start"
      role="presentation"
      className={`${styles['list']} ${styles['found']} ${className}`}
      style={{ width: anchorEl.clientWidth }}
    >
      {note && (
        <p aria-hidden="true" onMouseDown={event => event.preventDefault()}>
          {note}
        </p>
      )}
      {list}
    </Popper>
  );
};

const OptionLoadError = ({ onRetry }: { onRetry: () => void }) => {
  const t = useT();
  return (
    // Prevented for the same reason as above.
    <p role="alert" onMouseDown={event => event.preventDefault()}>
      {t('shell.searchFailed')} <Button onClick={onRetry}>{t('shell.retry')}</Button>
    </p>
  );
};

const OptionGroup = ({ title, children }: { title: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <li role="group" aria-labelledby={id}>
      <p id={id}>{title}</p>
      <ul role="presentation">{children}</ul>
    </li>
  );
};
