import { useState } from 'react';
import { files } from '../app/paths';
import classes from './Admin.module.css';
import { useAdminStrings } from './useAdminStrings';

/** The image that a skin will have, or that there is none yet. */
export function SkinPreview({ filename }: { filename: string }) {
  const admin = useAdminStrings();
  const [isMissing, setMissing] = useState(false);
  const path = files.skin(filename);
  return (
    <div className={classes.skin} role="status">
      {isMissing ? (
        <p className={classes.missing}>{admin.imageMissing(path)}</p>
      ) : (
        <img src={path} width={112} height={112} alt={admin.image} onError={() => setMissing(true)} />
      )}
    </div>
  );
}
