import { isQuestion, type TagView } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'

type PlaceCodes = (place: string) => readonly string[]

/**
 * Returns the list of birthplaces. It is loaded only if one of the steps compares a tax code with a birthplace. Until
 * it is loaded, only the server makes this comparison.
 */
export function usePlaces(steps: readonly Pick<TagView, 'form_fields'>[]): PlaceCodes | undefined {
  const needed = useMemo(
    () =>
      steps.some((step) =>
        step.form_fields.some(
          (field) => isQuestion(field) && field.value.default_value.input_type === 'codfis' && field.value.default_value.birthplace !== undefined,
        ),
      ),
    [steps],
  )
  const [places, setPlaces] = useState<{ codes: PlaceCodes }>()
  useEffect(() => {
    if (!needed) return
    let wanted = true
    void import('@sportello/codfis/places').then(
      ({ placeCodes }) => {
        if (wanted) setPlaces({ codes: placeCodes })
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [needed])
  return places?.codes
}
