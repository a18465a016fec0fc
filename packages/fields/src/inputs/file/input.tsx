import { type DragEvent, useRef, useState } from 'react'
import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { type FileSettings, sizeText } from './definition.ts'
import { acceptAttribute } from './file-type.ts'
import { FilePreview, isPicture } from './preview.tsx'

const KB = 1024

export const FileInput: InputComponent = (props) => {
  const { t, language } = useFieldWords()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const settings = props.settings as FileSettings
  const files = (props.value ?? []) as readonly File[]

  function add(list: FileList | null): void {
    const added = [...(list ?? [])]
    if (added.length > 0 && !props.readOnly) props.onChange(settings.multiple ? [...files, ...added] : added.slice(0, 1))
    props.onLeave()
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  function remove(at: number): void {
    props.onChange(files.filter((_, index) => index !== at))
    input.current?.focus()
  }

  const hints = [
    settings.file_type?.length && t('tipi_ammessi', settings.file_type.map((type) => (type === 'image/*' ? t('tipi_immagini') : type)).join(', ')),
    settings.max_size && t('dimensione_massima', sizeText(settings.max_size, language)),
  ].filter(Boolean)
  return (
    <div>
      <label
        className={over ? 'file-drop file-drop-over' : 'file-drop'}
        htmlFor={props.id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          {...controlAttributes(props)}
          ref={input}
          className="visually-hidden"
          type="file"
          aria-label={props.label}
          multiple={settings.multiple}
          accept={acceptAttribute(settings.file_type)}
          disabled={props.readOnly}
          onChange={(event) => {
            add(event.target.files)
            event.target.value = ''
          }}
          onBlur={props.onLeave}
        />
        <span className="file-drop-action">{t(settings.multiple ? 'scegli_piu_file' : 'scegli_file')}</span>
        <span className="file-drop-hint">{t('trascina_file')}</span>
      </label>
      {hints.length > 0 && <p className="field-hint">{hints.join(' · ')}</p>}
      {files.length > 0 && (
        <ul className="file-list">
          {files.map((file, at) => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`}>
              {isPicture(file) && <FilePreview file={file} />}
              <span className="file-name">{file.name}</span>
              <span className="file-size">{sizeText(Math.max(1, Math.round(file.size / KB)), language)}</span>
              <button type="button" className="icon-button" aria-label={t('rimuovi_file', file.name)} onClick={() => remove(at)}>
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
