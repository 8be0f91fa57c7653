/** Judges a bill of materials by the strict JSON schema of CycloneDX, as the library of its makers has it. */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** Throws with the faults if the text does not meet the schema of CycloneDX 1.5. */
export async function judgeBill(text: string): Promise<void> {
  const faults: unknown = await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text);
  if (faults !== null)
    throw new Error(`The bill of materials is no CycloneDX 1.5: ${JSON.stringify(faults)}`);
}
