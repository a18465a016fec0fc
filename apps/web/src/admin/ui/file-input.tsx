import { type ComponentProps, useState } from 'react'
import { useWords } from '../words.tsx'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onChoose: (file: File | undefined) => void
}

/**
 * File input whose texts are in the dashboard's language. The texts of a native file input would be in the browser's
 * language.
 */
export function FileInput({ onChoose, ...input }: FileInputProps) {
  const { t } = useWords()
  const [name, setName] = useState<string>()
  return (
    <span className="file-input">
      <span className="button" aria-hidden="true">
        {t('file_choose')}
      </span>
      <span className="file-input-name">{name ?? t('file_none')}</span>
      <input
        {...input}
        type="file"
        onChange={(event) => {
          const file = event.target.files?.[0]
          setName(file?.name)
          onChoose(file)
        }}
      />
    </span>
  )
}
