import type { ReactNode } from 'react';
import styles from './svgIcon.module.css';

interface IconProps {
  /** 20 px, 24 px, or as large as the text around it. */
  fontSize?: 'small' | 'medium' | 'inherit';
  color?: 'inherit' | 'disabled';
  className?: string;
  /** What it says where it stands for words; otherwise it is decoration. */
  titleAccess?: string;
}

/**
 * What the icons of `@mui/icons-material` are drawn by (`vite.config.ts`): plain markup in place of the library's own
 * styled component, with as much of its props as icons are given here. Under the library's class name, by which buttons
 * of MUI and react-admin keep their distance from them.
 */
const svgIcon = (paths: ReactNode) => {
  const Icon = ({ fontSize = 'medium', color = 'inherit', className = '', titleAccess, ...props }: IconProps) => (
    <svg
      {...props}
      className={`MuiSvgIcon-root ${styles['icon']} ${className}`}
      data-size={fontSize}
      data-color={color}
      viewBox="0 0 24 24"
      focusable="false"
      {...(titleAccess ? { role: 'img' } : { 'aria-hidden': true })}
    >
      {paths}
      {titleAccess && <title>{titleAccess}</title>}
    </svg>
  );
  return Icon;
};

export default svgIcon;
