import SendIcon from '@mui/icons-material/SendOutlined';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { pageAddress } from '#contract/pages.ts';
import { ruleOf } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';

const PAGE = pageAddress('sending');

/** Which products the page is opened with: of a matrix, of a filter, or those that are selected in their list. */
type SendLinkProps = { query: Record<string, string>; variant?: 'text' | 'outlined' };

/** Leads to the sending of products' media, whoever may send some. */
export const SendLink = ({ query, variant = 'outlined' }: SendLinkProps) => {
  const t = useT();
  const may = useCan();
  if (!may(ruleOf(PAGE)?.access)) return null;
  return (
    <Button
      variant={variant}
      component={Link}
      to={`${PAGE}?${new URLSearchParams(query).toString()}`}
      startIcon={<SendIcon fontSize="small" />}
    >
      {t('sending.toCafes')}
    </Button>
  );
};

/** With what the list of products shows. */
export const SendList = () => {
  const { filterValues = {} } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return <SendLink variant="text" query={isFiltered ? { filter: JSON.stringify(filterValues) } : {}} />;
};

/** With what is selected in the list of products. */
export const SendSelected = () => <SendLink query={{ selected: '1' }} />;
