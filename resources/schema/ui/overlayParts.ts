/** What `overlays.tsx` brings in one piece. */
export { default as Dialog } from '@mui/material/Dialog';
export { default as Menu } from '@mui/material/Menu';
export { default as Popover } from '@mui/material/Popover';
export { LeaveDialog } from './LeaveDialog.tsx';
