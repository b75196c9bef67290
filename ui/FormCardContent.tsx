import CardContent from '@mui/material/CardContent';
import { styled } from '@mui/material/styles';

/** Padding for react-admin's form toolbar, which is fixed at the bottom on phones and would cover the last input. */
export const FormCardContent = styled(CardContent)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: { paddingBottom: '5em' },
}));
