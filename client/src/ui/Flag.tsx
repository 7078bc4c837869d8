import { files } from '../core/paths';
import { useFormat } from '../core/useText';
import classes from './Flag.module.css';

interface Props {
  /** Two letters (ISO 3166-1), or empty. */
  country: string;
  /** Decorative, because the name of the country is shown beside it. */
  isNamed?: boolean;
}

/** The flag of a country; nothing for no country. */
export function Flag({ country, isNamed = false }: Props) {
  const format = useFormat();
  if (!/^[a-z]{2}$/i.test(country)) return null;
  const name = isNamed ? '' : format.country(country);
  return (
    <img
      className={classes.flag}
      src={files.flag(country)}
      alt={name}
      title={name || undefined}
      width={24}
      height={18}
      loading="lazy"
    />
  );
}
