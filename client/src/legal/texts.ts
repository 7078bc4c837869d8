import { text } from '../core/text';
import { english } from './legal.en';
import { spanish } from './legal.es';

export const about = text(english.about, spanish.about);
export const disclaimer = text(english.disclaimer, spanish.disclaimer);
export const terms = text(english.terms, spanish.terms);
