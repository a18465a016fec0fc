import type { PublishedVersion } from '@sportello/contract'
import { Suspense, useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { ChangeList, useChanges, type VersionName } from './change-list.tsx'

const VersionPreviews = lazyPart(() => import('./version-previews.tsx'))

interface VersionComparisonProps {
  code: string
  /** Code of the form whose logo and colours the previews use; null for the default look. */
  form: string | null
  versions: readonly PublishedVersion[]
  hasDraft: boolean
  /** Changes whenever the draft changes, so that the comparison is loaded again. */
  seen: string
  from: VersionName
  to: VersionName
  onChange: (from: VersionName, to: VersionName) => void
}

/**
 * Shows the differences between two versions of a definition, which the operator selects. The draft can be selected as
 * one of the versions.
 */
export function VersionComparison({ code, form, versions, hasDraft, seen, from, to, onChange }: VersionComparisonProps) {
  const { t } = useWords()
  const messages = useMessages()
  const id = useId()
  const [areShown, setAreShown] = useState(false)
  const source = useChanges(code, from, to, seen)
  const options = [
    ...(hasDraft ? [{ value: 'draft', label: t('changes_draft') }] : []),
    ...versions.map(({ version, live }) => ({ value: String(version), label: live ? t('changes_live', String(version)) : String(version) })),
  ]
  const named = (value: string): VersionName => (value === 'draft' ? 'draft' : Number(value))
  return (
    <section className="version-comparison" aria-labelledby={id}>
      <h3 id={id}>{t('changes_title')}</h3>
      <div className="version-choices">
        <SelectField label={t('changes_from')} name="from" choices={options} value={String(from)} onChange={(value) => onChange(named(value), to)} />
        <SelectField label={t('changes_to')} name="to" choices={options} value={String(to)} onChange={(value) => onChange(from, named(value))} />
      </div>
      {source.error && <p role="alert">{messages(source.error).join(' ')}</p>}
      <div role="status">
        {source.isPending && <p>{t('loading')}</p>}
        {source.data?.total === 0 && <p>{t('changes_none')}</p>}
      </div>
      {source.data && <ChangeList {...source.data} />}
      <p>
        <Button aria-expanded={areShown} onClick={() => setAreShown(!areShown)}>
          {t(areShown ? 'changes_hide_previews' : 'changes_show_previews')}
        </Button>
      </p>
      {areShown && (
        <Suspense fallback={<p role="status">{t('loading')}</p>}>
          <VersionPreviews code={code} form={form} from={from} to={to} />
        </Suspense>
      )}
    </section>
  )
}
