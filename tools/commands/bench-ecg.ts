/** `npm run bench:ecg [-- --speed]`: measures the engine's accuracy or its speed on the development recordings. */
import '../ecg/bench.ts';
