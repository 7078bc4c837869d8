import { site } from '../app/site';
import { useStrings } from '../app/useStrings';
import { imprints, imprintTitle } from '../strings/pages/imprint';
import { useTitle } from '../ui/useTitle';
import { ImprintText } from './ImprintText';
import classes from './Legal.module.css';

/** Who is responsible for the site, in English and in German. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.title(imprintTitle));
  return (
    <div className={classes.languages}>
      {imprints.map((imprint, index) => (
        <ImprintText key={imprint.lang} imprint={imprint} site={site} isFirst={index === 0} />
      ))}
    </div>
  );
}
