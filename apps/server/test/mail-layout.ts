import { readFileSync } from 'node:fs'
import mjml2html from 'mjml'

const MAIL = new URL('../src/delivery/mail/', import.meta.url)

/** The file that the server reads, and what it must contain: the layout of all mails, compiled from its MJML. */
export async function mailLayout(): Promise<{ file: URL; wanted: string }> {
  const { html, errors } = await mjml2html(readFileSync(new URL('layout.mjml', MAIL), 'utf8'), { validationLevel: 'strict', fonts: {} })
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  // MJML leaves white space in lines that its components do not fill. It would be sent with each mail.
  const lines = html.split('\n').map((line) => line.trim())
  return { file: new URL('layout.html', MAIL), wanted: `${lines.filter((line) => line !== '').join('\n')}\n` }
}
