import { files } from '../paths';
import classes from './Flag.module.css';

/** The flag of a country, by its two-letter code; nothing for no country. */
export function Flag({ country }: { country: string }) {
  if (!/^[a-z]{2}$/i.test(country)) return null;
  const code = country.toUpperCase();
  return (
    <img
      className={classes.flag}
      src={files.flag(code)}
      alt={code}
      title={code}
      width={24}
      height={18}
      loading="lazy"
    />
  );
}
