/** A PNG image of one pixel. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

/** Answers to the mandatory questions of the sample form's step `report`. */
export const ANSWERS = { street: 'Via Roma 1' }

let streets = 0

/**
 * Returns answers to the mandatory questions of the sample form. The street is different each time, because the server
 * rejects identical requests.
 */
export function freshAnswers(): typeof ANSWERS {
  return { street: `Via Roma ${++streets + 1}` }
}

/** Builds the body of a submission to the sample form. A field whose value is undefined is left out. */
export function sendForm(fields: Record<string, unknown>, more: Record<string, string | undefined> = {}): FormData {
  const form = new FormData()
  const all = { email: 'anna@example.org', confirmed_email: 'anna@example.org', code_tag: 'report', form_fields: JSON.stringify(fields), ...more }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, value)
  return form
}

export function withFiles(form: FormData, ...files: [name: string, content: Buffer<ArrayBuffer> | string, property?: string][]): FormData {
  for (const [name, content, property = 'photos'] of files) form.append(`attachments-${property}`, new Blob([content]), name)
  return form
}
