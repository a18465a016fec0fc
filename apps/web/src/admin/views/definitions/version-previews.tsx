import type { MadePreview } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { PreviewFrame } from '../preview/preview-frame.tsx'
import type { VersionName } from './change-list.tsx'
import '../preview/preview.css'

interface VersionPreviewsProps {
  code: string
  /** Code of the form whose logo and colours the previews use; null for the default look. */
  form: string | null
  from: VersionName
  to: VersionName
}

/** Shows two versions of a form side by side, as visitors would see them. */
export default function VersionPreviews({ code, form, from, to }: VersionPreviewsProps) {
  return (
    <div className="version-previews">
      <VersionPreview key={`from ${from}`} code={code} form={form} version={from} />
      <VersionPreview key={`to ${to}`} code={code} form={form} version={to} />
    </div>
  )
}

const ignore = () => {}

function VersionPreview({ code, form, version }: Pick<VersionPreviewsProps, 'code' | 'form'> & { version: VersionName }) {
  const { t } = useWords()
  const messages = useMessages()
  const options = { form, mode: null, known: {}, today: null, language: null, ...(typeof version === 'number' && { version }) }
  const { data, error } = useQuery({
    queryKey: ['version-preview', code, form, version],
    queryFn: () => manage<MadePreview>('POST', `/definitions/${encodeURIComponent(code)}/previews`, { body: options }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <figure>
      <figcaption>{version === 'draft' ? t('changes_draft') : `${t('definition_version')} ${version}`}</figcaption>
      {error && <p role="alert">{messages(error).join(' ')}</p>}
      {!data && !error && <p role="status">{t('loading')}</p>}
      {data && <PreviewFrame path={`/${data.code}`} revision="" device="phone" isHidden={false} onDryRun={ignore} />}
    </figure>
  )
}
