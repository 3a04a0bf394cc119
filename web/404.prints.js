/* Prints of 404 in games with these seeds of a bag, without a hold: for each piece in the order of the
   deal a letter, which is "0" and after it 10 · orientation + column in Unicode. They are plans of
   `dropforge print --deal bag --seed N --width 10 --height 20 --pieces ILJ,TSZO`, so that the fours
   have warm colours and the nought cold ones. */
export const PRINTS = [
  [8, "407VI2B<0GV?T30D3A2:8?=H0K:26D=D3I?B0><KJ:A<R;@<0VBR2=06?8T<R:>0<PU>0@B1@VA"],
  [11, "5UE>2C02I:5HK2:5F>8=V@D>@0V7>1:K10S2>@C1U@C=?>U080;0S>8:=Q<T15:4SA1K3B:13KT"],
  [12, "072?U??3<0D=?D0AV0=BK4<A=V4=6DKH1:683:;P5B>633@VA0:B<<P>01@:AV6>G"],
  [19, "3?K0<=1B>:<85=0BI3?:5B;>S2K=AA3:?1VU0=<<@><VN57:KB>0K@3><<0=@0A?V"],
  [22, "85@0V2=DE740B3@@V@:282E0<>?=;>:>=K8C@;3?:FB@2:>AA5;@CA>0>B5O=2:VA3?06F"],
  [26, "73?<B?075=0F0226V500G60V<060?==J2BAV=?<0:=?B@K?02?;VA3:3B3<:SA0V3D?73I"],
];
