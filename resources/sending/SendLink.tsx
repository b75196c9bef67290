import SendIcon from '@mui/icons-material/SendOutlined';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { getPagePath } from '#contract/pages.ts';
import { findRouteRule } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';

const PAGE_PATH = getPagePath('sending');

type SendLinkProps = { query: Record<string, string>; variant?: 'text' | 'outlined' };

export const SendLink = ({ query, variant = 'outlined' }: SendLinkProps) => {
  const t = useT();
  const can = useCan();
  if (!can(findRouteRule(PAGE_PATH)?.access)) return null;
  return (
    <Button
      variant={variant}
      isIconOnPhone={variant === 'text'}
      component={Link}
      to={`${PAGE_PATH}?${new URLSearchParams(query).toString()}`}
      startIcon={<SendIcon fontSize="small" />}
    >
      {t('sending.toCafes')}
    </Button>
  );
};

export const SendList = () => {
  const { filterValues = {} } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return <SendLink variant="text" query={isFiltered ? { filter: JSON.stringify(filterValues) } : {}} />;
};

export const SendSelected = () => <SendLink query={{ selected: '1' }} />;
