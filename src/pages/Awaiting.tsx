import ConstructionIcon from '@mui/icons-material/ConstructionOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { type NavigationName } from '#contract/routes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Empty } from '#resources/schema/ui/Empty.tsx';
import { Page } from '#resources/schema/ui/Page.tsx';

/** A page whose work is not ready: behind its guard, under its title, and honest about it. */
export const Awaiting = ({ name }: { name: NavigationName | 'attribute' | 'language' | 'project' | 'reference' }) => {
  const t = useT();
  return (
    <Page title={t(`navigation.${name}`)}>
      <Empty
        icon={<ConstructionIcon />}
        title={t('shell.awaiting')}
        text={t('shell.awaitingHint')}
        actions={
          <Button variant="outlined" component={Link} to={HOME}>
            {t('shell.home')}
          </Button>
        }
      />
    </Page>
  );
};
