import house from './fr/house'
import dojo from './fr/dojo'
import replay from './fr/replay'
import tatamokatsu from './fr/tatamokatsu'

export default { ...house, ...dojo, ...replay, ...tatamokatsu }
