import SystemIcon from '@mui/icons-material/Contrast';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useLocales, useStore } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLocale, useSwitchLocale } from '#providers/locale/LocaleSwitch.tsx';
import { IconButton } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { type ThemeChoice as Theme, themeChoices } from '#ui/theme/useTheme.ts';
import styles from './Header.module.css';

const themeIcons: Record<Theme, ComponentType> = { light: LightIcon, dark: DarkIcon, system: SystemIcon };

export const ThemeChoice = () => {
  const t = useT();
  const [theme, setTheme] = useStore<Theme>('preferences.theme', 'system');
  const Icon = themeIcons[theme];
  const options = themeChoices.map(value => ({ value, text: t(`shell.theme.${value}`) }));
  return (
    <AppearanceChoice title={t('shell.theme.title')} value={theme} options={options} onChoose={setTheme}>
      <Icon />
    </AppearanceChoice>
  );
};

export const LanguageChoice = () => {
  const t = useT();
  const locale = useLocale();
  const switchTo = useSwitchLocale();
  const options = useLocales().map(({ locale: value, name }) => ({ value, text: name }));
  return (
    <AppearanceChoice
      title={t('shell.language')}
      value={locale}
      options={options}
      onChoose={value => void switchTo(value)}
    >
      <span data-short={locale} aria-hidden="true" />
    </AppearanceChoice>
  );
};

interface AppearanceChoiceProps<Value extends string> {
  title: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChoose: (value: Value) => void;
  children: ReactNode;
}

const AppearanceChoice = <Value extends string>({
  title,
  value,
  options,
  onChoose,
  children,
}: AppearanceChoiceProps<Value>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const selectedText = options.find(option => option.value === value)?.text ?? value;
  const choose = (next: Value) => {
    setAnchor(null);
    onChoose(next);
  };
  return (
    <>
      <IconButton
        className={styles['choice']}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={`${title}: ${selectedText}`}
        title={title}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {children}
      </IconButton>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {options.map(option => (
          <MenuItem key={option.value} isChosen={option.value === value} onClick={() => choose(option.value)}>
            {option.text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
