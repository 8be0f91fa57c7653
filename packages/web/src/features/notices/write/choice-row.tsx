/** Shows a choice of a few options side by side, with its name above. */
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useId } from 'react';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Name = styled('div')({ marginBottom: 6, fontSize: textSize.small, fontWeight: 600 });

export type ChoiceRowProps<Value extends string> = {
  name: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

export function ChoiceRow<Value extends string>({ name, options, value, onChoose }: ChoiceRowProps<Value>) {
  const id = useId();
  return (
    <div>
      <Name id={id}>{name}</Name>
      <ToggleButtonGroup fullWidth aria-labelledby={id}>
        {options.map((option) => (
          <ToggleButton
            key={option.value}
            value={option.value}
            selected={option.value === value}
            onClick={() => onChoose(option.value)}
            sx={{ minHeight: 32 }}
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
