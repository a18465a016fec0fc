import type { ShownForm } from '@sportello/contract'
import { type ReactNode, useId, useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '../../../shared/ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { saveTextFile } from '../../ui/csv.ts'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { addressOf, embedOf } from './address-of.ts'
import './form-address.css'
import { useEditorWords } from './editor-words.tsx'

/** Shows the public URL of a form, its QR code, and the HTML that embeds the form in another website. */
export function FormAddress({ form, action }: { form: ShownForm; action: ReactNode }) {
  const t = useEditorWords()
  const snippetId = useId()
  const address = addressOf(form.code_form)
  const name = form.description || form.code_form
  const snippet = embedOf(form.code_form, name)
  async function copy(text: string): Promise<void> {
    // If the browser denies access to the clipboard, nothing is shown: the operator can still select and copy the text
    // manually.
    if (await copyText(text)) showToast(t('address_copied'))
    else showErrorToast(t('address_not_copied'))
  }
  return (
    <section className="form-address" aria-label={name}>
      <h3>
        {name} <span className={form.active ? 'badge state-processed' : 'badge state-queued'}>{t(form.active ? 'address_online' : 'address_offline')}</span>
      </h3>
      {!form.active && <p className="hint">{t('address_offline_hint')}</p>}
      {action}
      <div className="form-address-parts">
        <div>
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </p>
          <div className="control-row">
            <Button onClick={() => void copy(address)}>{t('address_copy')}</Button>
            <QrDownload text={address} name={form.code_form} />
          </div>
        </div>
        <Qr text={address} label={t('address_qr', address)} />
      </div>
      <details>
        <summary>{t('address_embed')}</summary>
        <div className="field">
          <label htmlFor={snippetId}>{t('address_snippet')}</label>
          <textarea id={snippetId} className="control code" rows={4} readOnly value={snippet} />
          <p className="hint">{t('address_embed_hint')}</p>
          <Button onClick={() => void copy(snippet)}>{t('address_copy_snippet')}</Button>
        </div>
      </details>
    </section>
  )
}

/**
 * Returns a QR code: the dark modules as an SVG path, and the size of the square picture, which includes the white
 * border that the standard requires.
 */
function pathOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}

function Qr({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Button that saves the form's QR code as an SVG file for printing. */
function QrDownload({ text, name }: { text: string; name: string }) {
  const t = useEditorWords()
  function save(): void {
    const { path, size } = pathOf(text)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
    saveTextFile(`${name}-qr.svg`, svg, 'image/svg+xml')
  }
  return <Button onClick={save}>{t('address_qr_save')}</Button>
}
