/** `npm run bench:ecg [-- --speed]`: the engine's accuracy or its speed on the development recordings. */
import '../ecg/bench.ts';
