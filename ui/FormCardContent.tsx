import CardContent from '@mui/material/CardContent';
import { styled } from '@mui/material/styles';

/** Around the inputs of react-admin's forms; on a phone their bar stands over the end of the page. */
export const FormCardContent = styled(CardContent)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: { paddingBottom: '5em' },
}));
