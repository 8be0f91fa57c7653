/** Shows the licences of the packages that the product runs on, as `docs/licences.md` lists them. Loaded when opened. */
import { styled } from '@mui/material/styles';
import licencesText from '../../../../../docs/licences.md?raw';

const Names = styled('p')(({ theme }) => ({
  margin: '2px 0 10px',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));

/** Returns the sections of the document: a licence, and its packages. */
function sectionsOf(text: string): { licence: string; packages: string }[] {
  return text
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [licence = '', ...rest] = section.split('\n');
      return { licence, packages: rest.join(' ').trim() };
    });
}

const sections = sectionsOf(licencesText);

export default function Licences() {
  return (
    <div>
      {sections.map(({ licence, packages }) => (
        <div key={licence}>
          <strong>{licence}</strong>
          <Names>{packages}</Names>
        </div>
      ))}
    </div>
  );
}
